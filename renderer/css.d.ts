declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  // The one default export the toolchain dictates: CSS Modules have no other shape.
  // oxlint-disable-next-line import/no-default-export
  export default classes
}
declare module '*.css'
