// A screen whose code comes later, with the word that replaces it.
import type { ComponentType } from 'react'
import { lazy, type Lazy } from '../ui/lazy.tsx'
import css from './app.module.css'
import { strings } from './strings.ts'

export const lazyScreen = <P extends object>(load: () => Promise<ComponentType<P>>): Lazy<P> =>
  lazy(load, <p className={css.loading}>{strings.loading}</p>)
