// What is on a page, in a form that a model can use. Runs inside the page: each element that can be
// acted on gets a reference that stays with it as long as the page does.

/** Source of a function for the page: gives the text and numbers what is new. */
export const LOOK = `(() => {
  const MOST = 200, CHARS = 6000
  const shown = (one) => {
    const box = one.getBoundingClientRect(), style = getComputedStyle(one)
    return box.width > 0 && box.height > 0 && style.visibility !== 'hidden' && style.display !== 'none'
  }
  const name = (one) => (
    one.getAttribute('aria-label') || (one.labels && one.labels[0] && one.labels[0].innerText) ||
    one.getAttribute('placeholder') || one.innerText || one.getAttribute('title') ||
    one.getAttribute('alt') || one.getAttribute('name') || ''
  ).replace(/\\s+/g, ' ').trim().slice(0, 100)
  const all = [...document.querySelectorAll('a[href],button,input,select,textarea,summary,[role=button],[role=link],[role=checkbox],[role=tab],[role=menuitem],[contenteditable=true]')].filter(shown)
  let next = Number(document.documentElement.getAttribute('data-gatehouse-next') || 1)
  const lines = all.slice(0, MOST).map((one) => {
    if (!one.hasAttribute('data-gatehouse-ref')) one.setAttribute('data-gatehouse-ref', 'e' + next++)
    const tag = one.tagName.toLowerCase()
    const kind = one.getAttribute('role') || (tag === 'a' ? 'link' : tag === 'input' ? one.type : tag)
    const to = tag === 'a' ? ' → ' + one.href.slice(0, 200) : ''
    const value = tag === 'input' && one.type !== 'password' && one.value ? ' = ' + one.value.slice(0, 100) : ''
    return '[' + one.getAttribute('data-gatehouse-ref') + '] ' + kind + ' "' + name(one) + '"' + value + to
  })
  document.documentElement.setAttribute('data-gatehouse-next', String(next))
  const text = (document.body ? document.body.innerText : '').replace(/\\n{3,}/g, '\\n\\n')
  const rest = text.length - CHARS
  return [
    text.slice(0, CHARS) + (rest > 0 ? '… [cut: ' + rest + ' more characters: use get]' : ''),
    lines.length === 0 ? '' : 'Elements:', ...lines,
    all.length > MOST ? (all.length - MOST) + ' more elements: scroll or use get.' : '',
  ].filter((line) => line !== '').join('\\n')
})()`
