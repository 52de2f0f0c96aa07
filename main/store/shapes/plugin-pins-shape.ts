// The step of the database that brings what a person has reviewed of plugins.

/** What a person has reviewed of plugins: the manifest with the hash of its program. */
export const pluginPins = `
CREATE TABLE plugin_pins (
  name TEXT PRIMARY KEY,
  text TEXT NOT NULL,
  open INTEGER NOT NULL
) STRICT;
`
