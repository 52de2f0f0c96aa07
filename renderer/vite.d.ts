// What the build puts in place of these calls.
interface ImportMeta {
  glob<T>(
    pattern: string,
    options: { readonly query: string; readonly import: string; readonly eager: true },
  ): Readonly<Record<string, T>>
}
