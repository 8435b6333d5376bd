/** The number of SMS that a text takes: 160 or 70 characters in one, 153 or 67 in each of several. */
export function segmentsOf(text: string): number {
  const [single, several, length] = gsm.test(text)
    ? [160, 153, text.length + (text.match(twoSeptets)?.length ?? 0)]
    : [70, 67, text.length]
  return length <= single ? 1 : Math.ceil(length / several)
}

/** The alphabet of GSM 03.38, with its extension. */
const gsm =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà\f^{}\\[~\]|€]*$/
const twoSeptets = /[\f^{}\\[~\]|€]/g
