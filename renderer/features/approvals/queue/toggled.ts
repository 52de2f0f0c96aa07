/** The set without the key where it has it, else with it. */
export const toggled = (set: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  set.has(key) ? new Set([...set].filter((each) => each !== key)) : new Set(set).add(key)
