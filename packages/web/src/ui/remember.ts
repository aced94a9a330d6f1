// Small choices that a browser remembers for its user; where it remembers nothing, they are made again.

export function localStorageOf(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function putLocalStorage(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {}
}
