/** The sign of Gatehouse: a portcullis. */
export function GateMark({ size }: { readonly size: number }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M2.5 18V8.2a7.5 7.2 0 0 1 15 0V18" />
      <path d="M6.3 7.4V16M10 7.4V17.4M13.7 7.4V16M2.5 10.6h15" strokeWidth="1.6" />
    </svg>
  )
}
