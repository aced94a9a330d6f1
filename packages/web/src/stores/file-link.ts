// Where a document is saved: the file that `tracehound serve` was started with, or one that the browser lets us write.

export type FileLink =
  /** `tag` names the content that the file had when it was read or written last. */
  | { readonly kind: "served"; readonly file: string; readonly tag: string }
  /** `hasMark`: a byte order mark stands in front of it. */
  | { readonly kind: "handle"; readonly handle: FileSystemFileHandle; readonly hasMark?: boolean };
