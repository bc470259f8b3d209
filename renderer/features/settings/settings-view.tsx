export function SettingsView() {
  return <div />;
}
