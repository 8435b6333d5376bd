/** Puts values in the place of `{name}`. */
export const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name: string) => `${values[name] ?? placeholder}`)
