// A screen whose code comes later, with the word that replaces it.
import type { ComponentType } from 'react'
import { later, type Later } from '../ui/lazy.tsx'
import css from './app.module.css'
import { strings } from './strings.ts'

export const lazyScreen = <P extends object>(load: () => Promise<ComponentType<P>>): Later<P> =>
  later(load, <p className={css.loading}>{strings.loading}</p>)
