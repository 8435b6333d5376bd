/** The fields of a form; one that occurs twice is a list, which no field may be. */
export function readForm(text: string): Record<string, string | string[]> {
  const form = new URLSearchParams(text)
  const names = [...new Set(form.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = form.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}
