// Style sheets that are made while the window runs are let in by the nonce that its document came
// with (main/host/page/page-headers.ts).

/** Empty where the page has none, as in a story; then such sheets stay out. */
export const styleNonce = (page: Document): string =>
  page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
