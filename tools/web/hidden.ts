// Pure. Which elements of a page nobody would see.

/**
 * What a reader of the page would not see must not be read to a model either: a favourite place for
 * planted orders.
 */
export function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  if ('hidden' in attributes || attributes['aria-hidden'] === 'true') return true
  const style = attributes['style']
  if (style === undefined) return false
  return /(?:display:none|visibility:(?:hidden|collapse)|opacity:0*(?:\.0*)?(?:[;!]|$)|font-size:0*(?:\.0*)?(?:px|em|rem|pt|%)?(?:[;!]|$))/.test(
    style.slice(0, 2_000).toLowerCase().replace(/\s+/g, ''),
  )
}
