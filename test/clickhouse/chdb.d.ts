// What program.mjs uses of a package that is in test/clickhouse/package.json and installed by
// `npm run test:soak` alone, so that the type check cannot read its own declarations.

declare module 'chdb' {
  export class Session {
    constructor(folder: string)
    query(statement: string, format: string): string
  }
}
