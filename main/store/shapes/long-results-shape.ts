// The step of the database that brings results too long for a model.

/** Results that were too long for a model, to be read in pages. Gone with their run. */
export const longResults = `
CREATE TABLE long_results (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  call_id TEXT NOT NULL UNIQUE,
  run_id TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX long_results_run ON long_results (run_id, id);
`
