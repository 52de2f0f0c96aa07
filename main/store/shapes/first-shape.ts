// The shape that the database had first.

/**
 * One truth per row: what a journal row says is its `body`, and the columns one can filter by are
 * computed from it, so an edited column cannot say something else than the hashed body. Bodies of
 * other tables hold what never changes; what does change is a column beside it.
 */
export const firstShape = `
CREATE TABLE schema_history (version INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;

CREATE TABLE journal (
  seq INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  hash TEXT NOT NULL,
  kind TEXT GENERATED ALWAYS AS (json_extract(body, '$.entry.kind')) VIRTUAL,
  tool TEXT GENERATED ALWAYS AS (json_extract(body, '$.entry.tool')) VIRTUAL,
  effect TEXT GENERATED ALWAYS AS (json_extract(body, '$.entry.decision.effect')) VIRTUAL,
  call_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.entry.callId')) VIRTUAL,
  run_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.entry.runId')) VIRTUAL
) STRICT;
CREATE INDEX journal_kind ON journal (kind);
CREATE INDEX journal_tool ON journal (tool) WHERE tool IS NOT NULL;
CREATE INDEX journal_effect ON journal (effect) WHERE effect IS NOT NULL;
CREATE INDEX journal_call ON journal (call_id, kind) WHERE call_id IS NOT NULL;
CREATE INDEX journal_run ON journal (run_id) WHERE run_id IS NOT NULL;

CREATE TRIGGER journal_only_at_end BEFORE INSERT ON journal
WHEN NEW.seq <= (SELECT max(seq) FROM journal)
BEGIN SELECT RAISE(ABORT, 'the journal only grows at its end'); END;
CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'a journal row is never changed'); END;
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'a journal row is never removed'); END;

CREATE TABLE approvals (
  id TEXT NOT NULL PRIMARY KEY,
  created_at INTEGER NOT NULL,
  session TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  body TEXT NOT NULL,
  request TEXT NOT NULL,
  state TEXT NOT NULL,
  answered_at INTEGER,
  answered_on TEXT,
  answer TEXT,
  word TEXT
) STRICT;
CREATE INDEX approvals_created ON approvals (created_at);
CREATE INDEX approvals_state ON approvals (state, created_at);
CREATE INDEX approvals_pending ON approvals (request_hash, session) WHERE state = 'pending';
CREATE TRIGGER approvals_states BEFORE UPDATE OF state ON approvals
WHEN NOT (
  (OLD.state = 'pending' AND NEW.state IN ('approved', 'denied', 'expired', 'cancelled'))
  OR (OLD.state = 'approved' AND NEW.state IN ('consumed', 'expired', 'cancelled'))
)
BEGIN SELECT RAISE(ABORT, 'an approval does not go back'); END;
CREATE TRIGGER approvals_question BEFORE UPDATE OF id, created_at, session, request_hash, body, request ON approvals
BEGIN SELECT RAISE(ABORT, 'what an approval asks is never changed'); END;

CREATE TABLE leases (
  id TEXT NOT NULL PRIMARY KEY,
  created_at INTEGER NOT NULL,
  session TEXT,
  body TEXT NOT NULL,
  uses INTEGER NOT NULL,
  max_uses INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX leases_session ON leases (session) WHERE revoked_at IS NULL;

CREATE TABLE presence (
  kind TEXT NOT NULL PRIMARY KEY CHECK (kind IN ('passphrase', 'totp', 'attempts')),
  body TEXT NOT NULL
) STRICT;

CREATE TABLE runs (
  id TEXT NOT NULL PRIMARY KEY,
  updated_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX runs_updated ON runs (updated_at);
CREATE INDEX runs_unfinished ON runs (state) WHERE state IN ('working', 'waiting');

CREATE TABLE run_items (
  run_id TEXT NOT NULL REFERENCES runs (id),
  id INTEGER NOT NULL,
  body TEXT NOT NULL,
  call_id TEXT GENERATED ALWAYS AS (json_extract(body, '$.callId')) VIRTUAL,
  PRIMARY KEY (run_id, id)
) STRICT;
CREATE INDEX run_items_call ON run_items (call_id) WHERE call_id IS NOT NULL;
`
