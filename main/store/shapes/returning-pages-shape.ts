// The step of the database that brings the pages which may come back after a restart.

/** The private key is the home's half of one page's pair; the page's own never leaves the browser. */
export const returningPages = `
CREATE TABLE returning_pages (
  id TEXT PRIMARY KEY,
  page_key TEXT NOT NULL UNIQUE,
  home_key TEXT NOT NULL,
  home_private TEXT NOT NULL,
  port INTEGER NOT NULL,
  entered_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;
`
