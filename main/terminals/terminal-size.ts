// How large a terminal session is: no window shows it, so nobody changes that.
export const COLUMNS = 120
export const ROWS = 40
