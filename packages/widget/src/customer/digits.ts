/** The digits of a code as it was typed or pasted, also those of Arabic and Persian. */
export const digitsOf = (text: string): string =>
  Array.from(text, (character) => {
    const index = otherDigits.indexOf(character)
    return index < 0 ? character : String(index % 10)
  })
    .join('')
    .replace(/\D/g, '')

const otherDigits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹'
