import type { Appearance } from '../../contract/desktop/appearance.ts'
import { followAppearance } from '../state/appearance.ts'

/**
 * Keeps the attributes of the page's root in step with the look that was chosen, and with what the
 * system asks for.
 */
export function applyAppearance(element: HTMLElement): void {
  const wantsMore = globalThis.matchMedia('(prefers-contrast: more)')
  let now: Appearance | null = null
  const show = (): void => {
    if (now === null) return
    const { theme, contrast, density, textPercent } = now
    mark(element, 'theme', theme === 'system' ? null : theme)
    mark(
      element,
      'contrast',
      contrast === 'more' || (contrast === 'system' && wantsMore.matches) ? 'more' : null,
    )
    mark(element, 'density', density === 'compact' ? density : null)
    mark(element, 'text', textPercent === 100 ? null : String(textPercent))
  }
  wantsMore.addEventListener('change', show)
  followAppearance((appearance) => {
    now = appearance
    show()
  })
}

function mark(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) delete element.dataset[name]
  else element.dataset[name] = value
}
