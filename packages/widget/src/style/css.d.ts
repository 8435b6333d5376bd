/** A style sheet as minified text; `src/build/minify-sources.ts` makes it. */
declare module '*.css' {
  const text: string
  export default text
}
