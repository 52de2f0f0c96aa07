// Pictures that came with a result, such as the page a browser saw. Only raster images, and only from
// the result itself: nothing is fetched to show one.
import type { Content } from '../../../../contract/call/content.ts'
import css from './call-card.module.css'
import { strings } from '../strings.ts'

const RASTER = /^image\/(?:jpeg|png|webp|gif)$/

export function ResultPictures({ content }: { readonly content: readonly Content[] }) {
  return content.flatMap((part, at) =>
    part.kind === 'image' && RASTER.test(part.mimeType) && /^[A-Za-z0-9+/=]+$/.test(part.data)
      ? [
          <img
            // They never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            className={css.picture}
            src={`data:${part.mimeType};base64,${part.data}`}
            alt={strings.picture}
          />,
        ]
      : [],
  )
}
