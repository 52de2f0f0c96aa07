import { useUi } from '../state/ui.ts'

/** Keeps `data-theme` on the page's root in step with the chosen theme; without it the system's own theme shows. */
export function followTheme(element: HTMLElement): void {
  const show = (): void => {
    const { theme } = useUi.getState()
    if (theme === 'system') delete element.dataset['theme']
    else element.dataset['theme'] = theme
  }
  show()
  useUi.subscribe(show)
}
