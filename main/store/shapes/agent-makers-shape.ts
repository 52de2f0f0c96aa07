// The step of the database that brings who made an agent.

/** `on_hash`: of the text that a person turned on. */
export const agentMakers = `
CREATE TABLE agent_makers (
  name TEXT PRIMARY KEY,
  maker TEXT NOT NULL,
  untrusted TEXT,
  on_hash TEXT
) STRICT, WITHOUT ROWID;
`
