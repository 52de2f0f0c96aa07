/** Where the folder of a fetch is seen in the sandbox; as PROGRAM_HOME of main/sandbox. */
export const INSIDE = '/home/program'

/** Where a server sees its package; as PROGRAM_PACKAGE of main/sandbox. */
export const PACKAGE_INSIDE = '/home/package'
