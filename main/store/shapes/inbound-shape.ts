// The step of the database that brings webhooks and what came in by them.

/**
 * `webhook_deliveries`: what came in already, so that a request that somebody recorded is good once.
 */
export const inbound = `
CREATE TABLE webhooks (
  name TEXT NOT NULL PRIMARY KEY,
  created_at INTEGER NOT NULL,
  paused INTEGER NOT NULL,
  used_at INTEGER,
  received INTEGER NOT NULL
) STRICT;
CREATE TABLE webhook_deliveries (
  hook TEXT NOT NULL,
  delivery TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (hook, delivery)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_deliveries_at ON webhook_deliveries (at);
CREATE TABLE inbound_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL,
  source TEXT NOT NULL,
  type TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'processed')),
  received_at INTEGER NOT NULL,
  processed_at INTEGER,
  bytes INTEGER NOT NULL,
  text TEXT NOT NULL,
  flags TEXT NOT NULL,
  jobs TEXT NOT NULL
) STRICT;
CREATE INDEX inbound_events_source ON inbound_events (source, id);
`
