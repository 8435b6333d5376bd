/**
 * The name of a person, as visitors enter it and as emails to that address greet it (D3). Anybody
 * can enter a name together with somebody else's address, so it is one line of letters, marks,
 * spaces and the usual signs of names in any script. It contains no control and direction
 * characters, and nothing that mail programs turn into a link or people read as an address: no
 * domain, no scheme, no @, at most four digits.
 *
 * @returns the name, with a space after the dot of an abbreviation ("M.Carmen" reads as a domain);
 *   null for any other text
 */
export function parsePersonName(text: string): string | null {
  const name = text.replace(abbreviation, '$& ')
  const isOneLine =
    characters.test(name) &&
    !invisible.test(name) &&
    !misplacedJoiner.test(name) &&
    !misplacedMark.test(name)
  return isOneLine && !domain.test(name) && countDigits(name) <= maxDigits ? name : null
}

const maxDigits = 4
const countDigits = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0

/** Letters, marks, digits, spaces, joiners, and the signs of names in several scripts. */
const characters = /^[\p{L}\p{M}\p{Nd}\p{Zs}\p{Join_Control}.,،'’‘`´"“”«»()&+\-‐‑–·・֊־׳״]+$/u

/** Letters and marks that are not displayed. Variation selectors choose the form of a letter. */
const invisible = /(?![\p{Variation_Selector}\p{Join_Control}])\p{Default_Ignorable_Code_Point}/u

/** Joiners are part of the spelling of words in Arabic and Indic scripts, and of nothing else. */
const misplacedJoiner =
  /(?<![\p{L}\p{M}])\p{Join_Control}|(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]\p{M}*)\p{Join_Control}|\p{Join_Control}(?![\p{L}\p{M}])/u

/** A mark on anything but a letter, such as on the dot of a domain. */
const misplacedMark = /(?<![\p{L}\p{M}\p{Join_Control}])\p{M}/u

/** One or two letters and a dot that a word follows: "M.Carmen", "J.R.R.Tolkien", "Dr.House". */
const abbreviation =
  /(?<![\p{L}\p{M}\p{Nd}\p{Join_Control}])(?:\p{L}\p{M}*){1,2}\.(?=\p{L}[\p{M}\p{Join_Control}]*\p{L})/gu

/** A dot that several letters or a digit follow at once: "evil.com", "1.2". */
const domain = /\.(?:\p{L}[\p{M}\p{Join_Control}]*[\p{L}\p{Nd}]|\p{Nd})/u
