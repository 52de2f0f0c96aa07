/** Where programs of the system are: never a folder that a user's search path names. */
export const programFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin']
