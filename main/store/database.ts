// The two kinds of database handle. The brand keeps a reader from writing by accident.
import type BetterSqlite3 from 'better-sqlite3'

declare const writable: unique symbol

/** Good for SELECT only, by agreement. */
export type ReadDb = BetterSqlite3.Database
/** Made by `openStore` alone, after the migrations; in tests also as a copy of what that made. */
export type WriteDb = ReadDb & { readonly [writable]: true }
