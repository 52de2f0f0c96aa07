export const priceStrings = {
  title: 'Price of a million tokens',
  in: 'Sent',
  out: 'Received',
  currency: 'Currency',
  save: 'Save',
  saved: 'Saved',
  hint: 'Runs then show what they cost, by the price of that moment. Leave both empty to count tokens only.',
  problems: {
    number: 'A price is a number such as 3 or 0.25.',
    both: 'Give both prices, or neither.',
    currency: 'A currency has three letters, such as USD or EUR.',
  },
} as const
