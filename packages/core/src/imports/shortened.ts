/** A cell as it is shown in a report. */
export const shortened = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 60)}...` : text
