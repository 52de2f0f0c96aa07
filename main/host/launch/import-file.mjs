// Reads a module by its address, for code that was compiled from a text and has no import of its own.

/** @param {string} url @returns {Promise<unknown>} what it exports */
export const importFile = (url) => import(url)
