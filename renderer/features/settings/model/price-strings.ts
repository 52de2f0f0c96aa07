// Every word about prices of models.
export const priceStrings = {
  title: 'Prices of a million tokens',
  fields: { in: 'Sent', cached: 'Sent, cached', out: 'Received', currency: 'Currency' },
  of: (field: string, model: string) => `${field}, ${model}`,
  save: 'Save',
  saveOf: (model: string) => `Save the price of ${model}`,
  remove: 'Remove',
  removeOf: (model: string) => `Remove the price of ${model}`,
  saved: 'Saved',
  unset: 'No price: its tokens are counted, and no sum is shown.',
  known: (since: string) =>
    `Filled in from the provider’s list of ${since}. It applies once you save it.`,
  from: (name: string) => `Set for all models named ${name}. Saving gives this one its own.`,
  current: 'in use',
  add: 'Another model',
  addHint: 'As its server calls it. A name that ends in * is for all that begin like it.',
  addButton: 'Add a price',
  addAgain: 'This model is in the list already.',
  hint: 'Runs show what they cost, by the price at the time. Empty: tokens are only counted. Without a price of its own, cached input costs as much as other input.',
  problems: {
    number: 'A price is a number such as 3 or 0.25.',
    both: 'Give a price for tokens sent and for tokens received, or for none.',
    currency: 'A currency has three letters, such as USD or EUR.',
  },
  limits: {
    run: (limit: string | null) =>
      limit === null ? 'A run has no limit of money.' : `A run may cost ${limit}.`,
    day: (limit: string | null, used: string) => {
      const today = used === '' ? 'Nothing is spent today.' : `${used} is spent today.`
      return limit === null
        ? `A day has no limit of money. ${today}`
        : `All runs of a day may cost ${limit}. ${today}`
    },
    unpriced: (model: string, currency: string) =>
      `${model} has no price in ${currency}, so no agent asks it while there is a limit in ${currency}.`,
    change: 'Change the limits',
  },
} as const
