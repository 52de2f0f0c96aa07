// Every shape the database ever had, oldest first. Released entries are never edited: a new shape
// is a new entry. Holds only the schema; each entry runs in one transaction of open.ts.

import { agentMakers } from './agent-makers-shape.ts'
import { firstShape } from './first-shape.ts'
import { inbound } from './inbound-shape.ts'
import { jobRuns } from './job-runs-shape.ts'
import { longResults } from './long-results-shape.ts'
import { narrowedTokens } from './narrowed-tokens-shape.ts'
import { pluginPins } from './plugin-pins-shape.ts'
import { records } from './records-shape.ts'
import { returningPages } from './returning-pages-shape.ts'
import { second } from './second-shape.ts'

export type Migration = { readonly version: number; readonly sql: string }

/**
 * Beside the question, which never changes. The last rehearsal counts, and once it is answered none
 * is added.
 */
const rehearsals = `
CREATE TABLE rehearsals (
  approval_id TEXT NOT NULL PRIMARY KEY REFERENCES approvals (id),
  body TEXT NOT NULL
) STRICT;
CREATE TRIGGER rehearsals_open BEFORE INSERT ON rehearsals
WHEN (SELECT state FROM approvals WHERE id = NEW.approval_id) <> 'pending'
BEGIN SELECT RAISE(ABORT, 'what an answer was given to is never changed'); END;
CREATE TRIGGER rehearsals_answered BEFORE UPDATE ON rehearsals
WHEN (SELECT state FROM approvals WHERE id = OLD.approval_id) <> 'pending'
BEGIN SELECT RAISE(ABORT, 'what an answer was given to is never changed'); END;
CREATE TRIGGER rehearsals_kept BEFORE DELETE ON rehearsals
WHEN (SELECT state FROM approvals WHERE id = OLD.approval_id) <> 'pending'
BEGIN SELECT RAISE(ABORT, 'what an answer was given to is never changed'); END;
`

/** What undo kept of which call: contents and states lie in files beside the database. */
const checkpoints = `
CREATE TABLE checkpoints (
  call_id TEXT NOT NULL PRIMARY KEY,
  at INTEGER NOT NULL,
  root TEXT NOT NULL,
  files INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('kept', 'gone'))
) STRICT;
`

/**
 * What a person has reviewed of external servers, word for word, and what those were seen to reach.
 */
const serverPins = `
CREATE TABLE server_pins (
  server TEXT NOT NULL,
  what TEXT NOT NULL CHECK (what IN ('server', 'tool', 'prompt', 'resource')),
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  open INTEGER NOT NULL CHECK (open IN (0, 1)),
  PRIMARY KEY (server, what, name)
) STRICT;

CREATE TABLE server_reach (
  server TEXT NOT NULL PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;
`

/** Clients of the gateway that come in over HTTP. */
const clients = `
CREATE TABLE clients (
  name TEXT NOT NULL PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT;
`

/** A client that is added again under its name is another one: what was handed on goes by the id. */
const clientIds = `
ALTER TABLE clients ADD COLUMN id TEXT NOT NULL DEFAULT '';
UPDATE clients SET id = 'client_' || lower(hex(randomblob(12)));
`

/** A person stopped everything: a row while that holds. */
const stopped = `
CREATE TABLE stopped (
  one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
  body TEXT NOT NULL
) STRICT;
`

/** Words of runs to look for, beside the items they are in; and which run goes on from which. */
const runWords = `
CREATE VIRTUAL TABLE run_words USING fts5(text, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2");
CREATE VIEW run_item_words AS
  SELECT rowid AS id, coalesce(json_extract(body, '$.text'), json_extract(body, '$.args')) AS text FROM run_items
  WHERE json_valid(body) AND json_extract(body, '$.kind') IN ('user', 'assistant', 'call') AND coalesce(json_extract(body, '$.streaming'), 0) = 0;
CREATE TRIGGER run_words_new AFTER INSERT ON run_items
BEGIN INSERT INTO run_words (rowid, text) SELECT id, text FROM run_item_words WHERE id = NEW.rowid AND text <> ''; END;
CREATE TRIGGER run_words_said AFTER UPDATE OF body ON run_items
WHEN json_valid(NEW.body) AND json_extract(NEW.body, '$.kind') = 'assistant'
BEGIN
  DELETE FROM run_words WHERE rowid = OLD.rowid;
  INSERT INTO run_words (rowid, text) SELECT id, text FROM run_item_words WHERE id = NEW.rowid AND text <> '';
END;
INSERT INTO run_words (rowid, text) SELECT id, text FROM run_item_words WHERE text <> '';

ALTER TABLE runs ADD COLUMN from_run TEXT
  GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN json_extract(body, '$.from.run') END) VIRTUAL;
CREATE INDEX runs_from ON runs (from_run) WHERE from_run IS NOT NULL;
`

/** Queries of the journal that a person keeps under a name. */
const auditViews = `
CREATE TABLE audit_views (
  name TEXT NOT NULL PRIMARY KEY COLLATE NOCASE,
  query TEXT NOT NULL
) STRICT;
`

/**
 * Rows are searched by an index of their own file, so few are left here: by call, by run, and by
 * kind for the kinds that are rare. The three that every call writes need none: walking back from
 * the newest row meets them at once. An index over them, and those over tools and effects, were six
 * of the ten pages of a commit.
 */
const fewerIndexes = `
DROP INDEX journal_kind;
DROP INDEX journal_tool;
DROP INDEX journal_effect;
CREATE INDEX journal_rare ON journal (kind) WHERE kind NOT IN ('decision', 'running', 'outcome');
`

/**
 * What was rehearsed goes with the runs that it was rehearsed for, and only so: sessions whose runs
 * were all removed. Those have ended, so nothing can be asked in them any more.
 */
const removedRuns = `
CREATE TABLE removed_sessions (session TEXT NOT NULL PRIMARY KEY) STRICT;
DROP TRIGGER rehearsals_kept;
CREATE TRIGGER rehearsals_kept BEFORE DELETE ON rehearsals
WHEN (SELECT state FROM approvals WHERE id = OLD.approval_id) <> 'pending'
  AND NOT EXISTS (SELECT 1 FROM removed_sessions JOIN approvals USING (session) WHERE approvals.id = OLD.approval_id)
BEGIN SELECT RAISE(ABORT, 'what an answer was given to is never changed'); END;
`

/** What ended an approval: rows of before say only in which state it ended. */
const approvalRoutes = `ALTER TABLE approvals ADD COLUMN route TEXT;`
/**
 * Questions by their call, and by when they ended: a start looks at what an earlier process
 * answered last.
 */
const approvalsByCall = `
ALTER TABLE approvals ADD COLUMN call_id TEXT;
CREATE INDEX approvals_call ON approvals (call_id) WHERE call_id IS NOT NULL;
CREATE INDEX approvals_answered ON approvals (answered_at) WHERE answered_at IS NOT NULL;
`

/**
 * What had a name of our own has the usual one. Rows of the journal stay as they are, because they
 * are hashed: earlier-names.ts of contract/journal translates them.
 */
const usualNames = `
ALTER TABLE presence RENAME TO step_up;
ALTER TABLE server_reach RENAME TO server_access;
UPDATE server_access SET body = json_remove(json_set(body, '$.observed', json_extract(body, '$.seen')), '$.seen')
  WHERE json_valid(body) AND json_extract(body, '$.seen') IS NOT NULL;
UPDATE approvals SET route = 'emergency-stop' WHERE route = 'panic';
UPDATE run_items SET body = json_set(body, '$.state.result.route', 'emergency-stop')
  WHERE json_valid(body) AND json_extract(body, '$.state.result.route') = 'panic';
UPDATE run_items SET body = json_set(body, '$.state.result.decision.by.kind', 'emergency-stop')
  WHERE json_valid(body) AND json_extract(body, '$.state.result.decision.by.kind') = 'panic';
`

/** What a person says of a tool at its review; rows of before say nothing. */
const pinLabels = `ALTER TABLE server_pins ADD COLUMN labels TEXT;`
/** Notes that agents keep for later sessions, and their words. */
const memories = `
CREATE TABLE memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX memories_source ON memories (source);
CREATE VIRTUAL TABLE memory_words USING fts5(text, content='memories', content_rowid='id', tokenize="unicode61 remove_diacritics 2");
CREATE TRIGGER memory_words_new AFTER INSERT ON memories
BEGIN INSERT INTO memory_words (rowid, text) VALUES (NEW.id, NEW.text); END;
CREATE TRIGGER memory_words_gone AFTER DELETE ON memories
BEGIN INSERT INTO memory_words (memory_words, rowid, text) VALUES ('delete', OLD.id, OLD.text); END;
`

/**
 * Jobs to run later, and runs of them that failed for good. `next_at` is moved on in the transaction
 * that takes a job; null: it is not due any more, or paused.
 */
const schedules = `
CREATE TABLE schedules (
  id TEXT NOT NULL PRIMARY KEY,
  created_at INTEGER NOT NULL,
  paused INTEGER NOT NULL CHECK (paused IN (0, 1)),
  next_at INTEGER,
  runs INTEGER NOT NULL,
  last_at INTEGER,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX schedules_due ON schedules (next_at) WHERE next_at IS NOT NULL;
CREATE TABLE dead_letters (
  id TEXT NOT NULL PRIMARY KEY,
  job TEXT NOT NULL,
  job_name TEXT NOT NULL,
  payload TEXT NOT NULL,
  error TEXT NOT NULL,
  failed_at INTEGER NOT NULL,
  retries INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'succeeded', 'failed', 'discarded'))
) STRICT;
CREATE INDEX dead_letters_failed ON dead_letters (failed_at);
`

/** What agents used, one row for each answer of a model. It outlives its run: a day's sum is of all. */
const spending = `
CREATE TABLE spending (
  id INTEGER PRIMARY KEY,
  run_id TEXT NOT NULL,
  day TEXT NOT NULL,
  model TEXT NOT NULL,
  work_ms INTEGER NOT NULL DEFAULT 0,
  tokens_in INTEGER NOT NULL,
  tokens_out INTEGER NOT NULL,
  currency TEXT,
  amount REAL
) STRICT;
CREATE INDEX spending_run ON spending (run_id);
CREATE INDEX spending_day ON spending (day);
`

/** Lines of a reviewed result that a person left out. */
const reviewCuts = 'ALTER TABLE approvals ADD COLUMN cut TEXT;'

/** Sub-agents: the run that started one, and the run and session that a person talks to. */
const subagentRuns = ['parent_run', 'root_run', 'root_session']
  .map((column, at) => {
    const key = ['run', 'root', 'rootSession'][at]
    return `ALTER TABLE runs ADD COLUMN ${column} TEXT
  GENERATED ALWAYS AS (CASE WHEN json_valid(body) THEN json_extract(body, '$.parent.${key}') END) VIRTUAL;
CREATE INDEX runs_${column} ON runs (${column}) WHERE ${column} IS NOT NULL;
`
  })
  .join('')

export const migrations: readonly Migration[] = [
  { version: 1, sql: firstShape },
  { version: 2, sql: rehearsals },
  { version: 3, sql: checkpoints },
  { version: 4, sql: serverPins },
  { version: 5, sql: clients },
  { version: 6, sql: stopped },
  { version: 7, sql: runWords },
  { version: 8, sql: auditViews },
  { version: 9, sql: fewerIndexes },
  { version: 10, sql: removedRuns },
  { version: 11, sql: approvalRoutes },
  { version: 12, sql: approvalsByCall },
  { version: 13, sql: usualNames },
  { version: 14, sql: pinLabels },
  { version: 15, sql: memories },
  { version: 16, sql: schedules },
  { version: 17, sql: spending },
  { version: 18, sql: records },
  { version: 19, sql: subagentRuns },
  { version: 20, sql: reviewCuts },
  { version: 21, sql: jobRuns },
  { version: 22, sql: pluginPins },
  { version: 26, sql: inbound },
  { version: 28, sql: longResults },
  { version: 30, sql: second },
  { version: 31, sql: agentMakers },
  { version: 35, sql: clientIds },
  { version: 38, sql: returningPages },
  { version: 39, sql: narrowedTokens },
]

/** The newest shape this program knows. */
export const knownVersion = migrations.at(-1)?.version ?? 0
