/** The content of an email, before layout. Rows with neither value nor quote are left out. */
export interface Content {
  subject: string
  /** The first line of the message, in large letters. */
  heading: string
  /** Shown by mail programs beside the subject; without one they show the first paragraph. */
  preview?: string
  /** Of the recipient, for the greeting; may be empty. */
  name: string
  paragraphs: string[]
  /** A sign-in code, shown large. */
  code?: string
  details?: Row[]
  /** Further rows, each list with a heading; without rows it is left out. */
  sections?: Section[]
  /** What was paid, is to be paid and goes back. */
  amounts?: Row[]
  /** The first one is the most prominent. */
  buttons?: Button[]
  /** The last paragraph, in grey. */
  note?: string
  /** A schema.org object that mail programs read. */
  structuredData?: object
}

/** The label links to `url`; in plain text it has a line of its own. */
export type Row = [label: string, value: string, quote?: Quote, url?: string]

/** Words of somebody else, set apart from the text of the email and marked as theirs. */
export interface Quote {
  /** Whose words they are. */
  label: string
  /** Lines that are plain text and no links: see `quotable`. */
  lines: string[]
}

export interface Section {
  heading: string
  rows: Row[]
}

export interface Button {
  label: string
  url: string
}

/** A content with everything that the layout adds. Both forms of the email show all of it. */
export interface Message extends Required<Omit<Content, 'structuredData' | 'name'>> {
  greeting: string
  structuredData: object | null
  /** The salon's name, address, phone and website, as far as it has them. */
  sender: { name: string; address: string; phone: string; website: string }
  automatic: string
}
