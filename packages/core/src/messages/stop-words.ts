/**
 * Words by which a customer ends messages, as a whole reply (D77). Those that also mean cancelling a visit
 * are left out, except the Arabic one that the specification names.
 */
const stopWords = new Set([
  ...['stop', 'stopall', 'unsubscribe', 'optout', 'quit', 'end', 'revoke'],
  ...['baja', 'alto', 'parar'],
  ...['إلغاء', 'الغاء', 'إيقاف', 'ايقاف', 'توقف'],
])

/** Whether a reply says that no more messages are wanted: in any case, with any punctuation. */
export const isStop = (reply: string): boolean =>
  stopWords.has(
    reply
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}]/gu, '')
      .replaceAll('ـ', ''),
  )
