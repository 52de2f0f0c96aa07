// Markdown that is inert: no HTML, no image is ever loaded, a link shows where it leads and leads
// nowhere. Loaded lazily; a picture or a link that a model writes is a way out for data, so neither
// may reach the network.
import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import exactCss from './exact-text.module.css'
import { Exact } from './exact-text.tsx'
import css from './markdown.module.css'
import { strings } from '../strings.ts'
import { nullsShown, revealTree, type Tree } from './reveal-tree.ts'

const components: Components = {
  a: ({ href, children }) => (
    <span className={css.link}>
      {children}
      {href === undefined || href === '' ? null : (
        <code className={css.target}>
          <Exact text={href} />
        </code>
      )}
    </span>
  ),
  img: ({ src, alt }) => (
    <span className={css.image}>
      {alt === undefined || alt === '' ? strings.image : <Exact text={alt} />}{' '}
      {typeof src === 'string' ? (
        <code className={css.target}>
          <Exact text={src} />
        </code>
      ) : null}
    </span>
  ),
  input: ({ checked }) => (
    <span role="img" aria-label={checked === true ? strings.done : strings.notDone}>
      {checked === true ? '☑' : '☐'}
    </span>
  ),
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
    <div className={css.wide} tabIndex={0} role="group" aria-label={strings.table}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
    <pre tabIndex={0} role="group" aria-label={strings.code}>
      {children}
    </pre>
  ),
  h1: ({ children }) => <h2>{children}</h2>,
}

const plugins = [remarkGfm]
const treePlugins = [() => (tree: Tree) => revealTree(tree, exactCss['token'] ?? '')]
/** Links are text here, so any address may be shown: showing a strange one is the point. */
const asWritten = (url: string): string => url

export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={css.markdown}>
      <ReactMarkdown
        remarkPlugins={plugins}
        rehypePlugins={treePlugins}
        components={components}
        urlTransform={asWritten}
        skipHtml
      >
        {nullsShown(text)}
      </ReactMarkdown>
    </div>
  )
})
