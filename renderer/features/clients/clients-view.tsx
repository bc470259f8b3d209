export function ClientsView() {
  return <div />;
}
