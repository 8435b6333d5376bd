/** A style sheet as minified text; `src/build/minify-styles.ts` makes it. */
declare module '*.css' {
  const text: string
  export default text
}
