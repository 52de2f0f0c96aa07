// Where rows lie in the index. Every so many places one is left free of rows and holds a mark.
// Pure.

/**
 * One place in so many is a mark's. What lies between two is gone through in well below a
 * millisecond.
 */
export const SPAN = 16_384

export const positionsWith = (span: number) => ({
  /** The place of a row, by its number from 1. Places ascend with the rows. */
  ofRow: (seq: number): number => seq + Math.floor((seq - 1) / (span - 1)),
  isMark: (position: number): boolean => position % span === 0,
  /** The row at a place; at a mark's, the last row before it. */
  rowAt: (position: number): number => position - Math.floor(position / span),
  /** Says in SQL whether a place is a mark's. */
  isMarkSql: (position: string): string => `${position} % ${span} = 0`,
})
