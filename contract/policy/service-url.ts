import { z } from 'zod'

/** An address below which a service answers, without a slash at its end. */
export const ServiceUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine(
    (text) => !/[?#]|\/$/.test(text) && !/^https?:\/\/[^/]*@/.test(text),
    'an http or https address without a query, a name in it or a slash at its end',
  )
