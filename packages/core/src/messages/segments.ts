/** The characters that an SMS has seven bits for (GSM 03.38); those of the extension take two. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
    '¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extension = new Set('\f^{}\\[~]|€')

export interface SmsLength {
  encoding: 'GSM-7' | 'UCS-2'
  /** In septets, or in UTF-16 code units. */
  units: number
  /** What is billed. */
  segments: number
}

/** How many messages a text is billed as: one character outside of GSM-7 makes all of it UCS-2. */
export function smsLength(text: string): SmsLength {
  let septets = 0
  for (const character of text) {
    if (!basic.has(character) && !extension.has(character))
      return { encoding: 'UCS-2', units: text.length, segments: parts(text.length, 70, 67) }
    septets += extension.has(character) ? 2 : 1
  }
  return { encoding: 'GSM-7', units: septets, segments: parts(septets, 160, 153) }
}

/** Parts of a long text have a header each. */
const parts = (units: number, whole: number, part: number): number =>
  units <= whole ? 1 : Math.ceil(units / part)
