// Dates and numbers are written in the language of the window, which is English: in the person's own
// form of it, else in the one that puts the day first (decision 76).

/** @param language what the browser or the system prefers, such as `de-DE` or `en-US` */
export const localeFor = (language: string): string =>
  /^en(?:-[a-z0-9]{2,8})*$/i.test(language) ? language : 'en-GB'

export const dateLocale = localeFor(navigator.language)
