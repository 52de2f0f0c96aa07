// The step of the database that binds a narrowed token to the row of its client.

/**
 * What a client's token was narrowed to, by its hash, and how much of it is used: beside the token, so
 * that an older file, or one of another home, changes neither.
 */
export const narrowedTokens = `
ALTER TABLE clients ADD COLUMN delegation TEXT;
ALTER TABLE clients ADD COLUMN calls_used INTEGER NOT NULL DEFAULT 0;
ALTER TABLE clients ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
`
