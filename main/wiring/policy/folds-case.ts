/** Whether two names that differ in case alone are one file here. */
export const foldsCase = process.platform === 'darwin' || process.platform === 'win32'
