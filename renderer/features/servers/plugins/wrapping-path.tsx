// A path in running text: a line may end behind each separator, and nowhere else if that is enough.
import { Fragment } from 'react'

export const WrappingPath = ({ path }: { readonly path: string }) => (
  <>
    {path.split(/(?<=[\\/])/).map((part, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- parts are only told apart by their place
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </>
)
