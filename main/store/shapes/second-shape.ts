// The step of the database for second approvals: what this machine asks others, and what a person here
// answered others.

/** `sent`, `withdrawn`: the shared database has it. */
export const second = `
CREATE TABLE second_requests (
  approval_id TEXT NOT NULL PRIMARY KEY,
  request TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL,
  signature TEXT NOT NULL,
  wait TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  sent INTEGER NOT NULL DEFAULT 0,
  withdrawn INTEGER NOT NULL DEFAULT 0,
  trouble TEXT
) STRICT;
CREATE INDEX second_requests_open ON second_requests (withdrawn, sent);
CREATE TABLE second_answers (
  request TEXT NOT NULL PRIMARY KEY,
  asker TEXT NOT NULL,
  body TEXT NOT NULL,
  signature TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  sent INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX second_answers_sent ON second_answers (sent, expires_at);
`
